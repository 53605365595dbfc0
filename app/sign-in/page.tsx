import { SignIn } from "../../components/sign-in/sign-in.tsx";

export default function SignInPage() {
  return <SignIn />;
}
