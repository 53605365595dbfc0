import { headers } from "next/headers";
import { ProviderSignIn } from "../../components/sign-in/provider-sign-in.tsx";
import { SignIn } from "../../components/sign-in/sign-in.tsx";
import { signedOutHeader } from "../../components/sign-in/sign-in-path.ts";

/** By the access token, or with a provider: the proxy says which of them lets people in here. */
export default async function SignInPage(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const outside = (await headers()).get(signedOutHeader);
  if (outside === null || outside === "token") return <SignIn />;
  const { problem } = await props.searchParams;
  const named = typeof problem === "string" ? problem : undefined;
  return <ProviderSignIn why={named ?? refused[outside]} />;
}

const refused: Record<string, string | undefined> = {
  no_role: "role_required",
  away: "sign_in_unavailable",
};
