/** The sentences of an unsaved change, in the dialog before it is saved. */
export function Differences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="view-role-difference">
      {sentences.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
