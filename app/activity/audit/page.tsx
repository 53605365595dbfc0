import { AuditView } from "../../../components/activity/audit/audit-view.tsx";

export default function AuditPage() {
  return <AuditView />;
}
