import { findKindPlan } from '#runtime/schema/kinds/plans.ts'
import type { Template } from './template-api.ts'

/** The documents of a template by their kinds: 界面 报修单、报修进度. */
export const listContents = ({ documents }: Pick<Template, 'documents'>): string[] =>
  [...new Set(documents.map(({ kind }) => kind))].map((kind) => {
    const titles = documents.filter((document) => document.kind === kind).map(({ title }) => title)
    return `${findKindPlan({ kind })?.title ?? kind}：${titles.join('、')}`
  })

interface Props {
  templates: readonly Template[]
  onChoose(template: Template): void
}

/** The templates with what each contains. */
export const TemplateCards = ({ templates, onChoose }: Props) => (
  <ul className="view-template-cards">
    {templates.map((template) => (
      <li key={template.name}>
        <button type="button" onClick={() => onChoose(template)}>
          <b>{template.title}</b>
          <span>{template.description}</span>
          {listContents(template).map((text) => (
            <small key={text}>{text}</small>
          ))}
        </button>
      </li>
    ))}
  </ul>
)
