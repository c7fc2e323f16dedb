import type { RenameStep } from '../api.ts'

/** The names that a draft gives, each as one step with the documents that follow it. */
export const RenameSteps = ({ renames }: { renames: readonly RenameStep[] }) =>
  renames.length > 0 && (
    <ul className="view-design-changes">
      {renames.map(({ text, documents }) => (
        <li key={text}>
          {text}：数据不动，{documents.length} 份文档跟着改
          <ul>
            {documents.map(({ id, title, count }) => (
              <li key={id}>
                {title ?? id}（{id}）：{count} 处
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
