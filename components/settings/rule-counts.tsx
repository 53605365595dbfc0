/** How often each rule closed something, by the name that the handbook lists it under. */
export function RuleCounts({ rules }: { rules: readonly { rule: string; count: number }[] }) {
  return (
    <dl className="facts">
      {rules.map(({ rule, count }) => (
        <div key={rule} className="contents">
          <dt>{count}</dt>
          <dd>
            <span className="rule">{rule}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
