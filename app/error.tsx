"use client";
import { PageFailed } from "../components/shell/page-failed.tsx";

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <PageFailed onRetry={reset} />;
}
