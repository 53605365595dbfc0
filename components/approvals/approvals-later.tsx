"use client";
import { useEffect, useState } from "react";
import { later } from "../parts/later.tsx";

const Approvals = later(() => import("./approvals.tsx").then((m) => m.Approvals));

/** After the page itself: what one came for is there first. */
const settledMs = 1000;

/** Asks what waits for a person once the page stands. */
export function ApprovalsLater() {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs);
    return () => clearTimeout(timer);
  }, []);
  return settled ? <Approvals /> : null;
}
