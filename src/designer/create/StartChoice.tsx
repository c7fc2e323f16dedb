import { Segmented } from 'antd'

const starts = ['空白文档', '从模板'] as const

interface Props {
  isTemplate: boolean
  onChange(isTemplate: boolean): void
}

/** Whether a new document begins blank or comes with others from a template. */
export const StartChoice = ({ isTemplate, onChange }: Props) => (
  <Segmented
    aria-label="从哪里开始"
    value={starts[isTemplate ? 1 : 0]}
    options={[...starts]}
    onChange={(start) => onChange(start === starts[1])}
  />
)
