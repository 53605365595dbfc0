import { AccountView } from "../../components/account/account-view.tsx";

export default function AccountPage() {
  return <AccountView />;
}
