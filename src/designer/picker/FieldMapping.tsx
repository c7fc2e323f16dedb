import { Button } from 'antd'
import { useState } from 'react'
import { getKey } from '../document-edit.ts'
import { useReturnedFocus } from '../useReturnedFocus.ts'
import { readMapping } from './field-mapping.ts'
import { MappingDialog, type MappingProps } from './MappingDialog.tsx'
import { useMappingSources } from './useMappingSources.ts'
import './mapping.css'

/** What a chosen record or option writes into other fields: a line for each value, and the dialog that edits them. */
export function FieldMapping(props: MappingProps) {
  const { field, siblings } = props
  const [isOpen, setOpen] = useState(false)
  const focus = useReturnedFocus(isOpen)
  const { sources, isFailed } = useMappingSources(field, props.drafts)
  const pairs = readMapping(field)
  const titleOfTarget = (key: string) => String(siblings.find((entry) => getKey(entry) === key)?.title ?? key)
  return (
    <section className="view-design-mapping" aria-label="选中后带出" {...focus}>
      <div>
        <span>选中后带出</span>
        <Button size="small" onClick={() => setOpen(true)}>
          {pairs.length > 0 ? '修改' : '设置'}
        </Button>
      </div>
      {pairs.length > 0 && (
        <ul>
          {pairs.map(({ source, target }) => (
            <li key={`${source} ${target}`}>
              {sources.find(({ key }) => key === source)?.title ?? source} → {titleOfTarget(target)}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <MappingDialog {...props} sources={sources} isFailed={isFailed} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
