"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode, Ref } from "react";
import { Scroller } from "../parts/scroller.tsx";
import { Middle } from "../shell/middle.tsx";

const views = [
  { id: "traces", href: "/activity" },
  { id: "charts", href: "/activity/charts" },
  { id: "audit", href: "/activity/audit" },
  { id: "network", href: "/activity/network" },
  { id: "cases", href: "/activity/cases" },
] as const;
export type ActivityViewId = (typeof views)[number]["id"];

/** One view of the activity page below its heading and the way to the others. */
export function ActivityFrame(props: {
  view: ActivityViewId;
  scroller?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const t = useTranslations("activity");
  const pathname = usePathname();
  return (
    <Middle title="">
      <Scroller
        name={t("title")}
        {...(props.scroller === undefined ? {} : { ref: props.scroller })}
      >
        <div className="activity-page">
          <h1>{t("title")}</h1>
          <nav className="activity-views" aria-label={t("views")}>
            {views.map(({ id, href }) => (
              <Link
                key={id}
                href={href}
                prefetch={false}
                aria-current={pathname === href ? "page" : undefined}
              >
                {t(`view.${id}`)}
              </Link>
            ))}
          </nav>
          <p className="activity-lead">{t(`lead.${props.view}`)}</p>
          {props.children}
        </div>
      </Scroller>
    </Middle>
  );
}
