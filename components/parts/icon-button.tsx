import type { ComponentProps, ReactNode } from "react";

/** A button that shows only an icon: its name is both what a screen reader says and what a pointer sees. */
export function IconButton({
  name,
  className = "",
  children,
  ...rest
}: { name: string; children: ReactNode } & Omit<ComponentProps<"button">, "name">) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      className={`btn btn-quiet btn-icon ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
