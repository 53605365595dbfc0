"use client";
import { AlertDialog } from "radix-ui";
import { type ReactElement, useState } from "react";
import { asProblem } from "../api/problem.ts";
import { useProblemText } from "./use-problem-text.ts";

/**
 * Asks before something is taken away. It stays open and says why when `confirm` rejects, and closes when it is done.
 * `children` is the button that opens it.
 */
export function ConfirmDialog(props: {
  title: string;
  said: string;
  keep: string;
  act: string;
  confirm: () => Promise<void>;
  children: ReactElement;
}) {
  const problemText = useProblemText();
  const [open, setOpen] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const act = async () => {
    try {
      await props.confirm();
      setOpen(false);
    } catch (error) {
      setWrong(problemText(asProblem(error)));
    }
  };
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setWrong(undefined);
      }}
    >
      <AlertDialog.Trigger asChild>{props.children}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="sheet-veil" />
        <AlertDialog.Content className="dialog">
          <AlertDialog.Title className="dialog-title">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-said">{props.said}</AlertDialog.Description>
          {wrong === undefined ? null : (
            <p className="field-said field-wrong" role="alert">
              {wrong}
            </p>
          )}
          <div className="next-steps">
            <AlertDialog.Cancel asChild>
              <button type="button" className="btn">
                {props.keep}
              </button>
            </AlertDialog.Cancel>
            <button type="button" className="btn btn-danger" onClick={() => void act()}>
              {props.act}
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
