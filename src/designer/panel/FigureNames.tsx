import { Button } from 'antd'
import { asText, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { listPlaceholders } from '#runtime/schema/kinds/panel/blocks/text/placeholders.ts'

interface Props {
  block: JsonObject
  onChange(block: JsonObject): void
}

/** The figures that a text does not name yet; a press adds one to its end. */
export function FigureNames({ block, onChange }: Props) {
  const text = asText(block.text) ?? ''
  const named = listPlaceholders(text)
  const missing = listObjects(block.figures).flatMap(({ key }) =>
    typeof key === 'string' && !named.includes(key) ? [key] : [],
  )
  if (missing.length === 0) return null
  return (
    <div className="view-panel-actions">
      {missing.map((key) => (
        <Button key={key} size="small" onClick={() => onChange({ ...block, text: `${text}{${key}}` })}>
          插入 {`{${key}}`}
        </Button>
      ))}
    </div>
  )
}
