/** A rule that the document itself has, in words. */
export interface DocumentRule {
  name: string
  text: string
  /** The right whose holders it does not bind. */
  exemption: string | null
}

/** The rules of the document: they always hold, are ticked for nobody, and are changed in the document only. */
export function DocumentRules({ rules }: { rules: readonly DocumentRule[] }) {
  if (rules.length === 0) return null
  return (
    <section aria-label="内置规则">
      <p className="view-menu-rules-note">内置规则：随界面而来，始终有效，不用勾选，也不能在这里修改。</p>
      <ul className="view-menu-rules">
        {rules.map(({ name, text, exemption }) => (
          <li key={name}>
            <span>
              <b>{name}</b>
              <small>
                {`只看得到符合「${text}」的记录`}
                {exemption !== null && `，有权限「${exemption}」的人除外`}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
