import { NotFound } from "../components/shell/not-found.tsx";

export default function NotFoundPage() {
  return <NotFound />;
}
