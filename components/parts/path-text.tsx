import { Fragment } from "react";

/** A path as people read it: folders quiet, the file name plain, line breaks only after a slash. */
export function PathText({ path }: { path: string }) {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  let at = 0;
  return (
    <span className="path">
      {parts.map((part) => {
        at += part.length + 1;
        return (
          <Fragment key={at}>
            {part}
            {" / "}
            <wbr />
          </Fragment>
        );
      })}
      <b>{name}</b>
    </span>
  );
}
