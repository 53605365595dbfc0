import { ChevronRight } from "lucide-react";
import type { ComponentProps } from "react";

/** Opens and closes what stands below it; with `aria-controls` it says which part that is. */
export function FoldButton({
  open,
  className = "",
  children,
  ...rest
}: { open: boolean } & ComponentProps<"button">) {
  return (
    <button type="button" className={`fold ${className}`.trim()} aria-expanded={open} {...rest}>
      <ChevronRight size={16} aria-hidden="true" />
      {children}
    </button>
  );
}
