import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { PeopleView } from "../../../components/account/people-view.tsx";
import { accountHeader, readAccount } from "../../../components/sign-in/sign-in-path.ts";

/** Who looks after people has this page; for everybody else it is not there. */
export default async function PeoplePage() {
  const account = readAccount((await headers()).get(accountHeader));
  if (account?.role !== "admin") notFound();
  return <PeopleView />;
}
