import { SearchOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useState } from 'react'
import { toBig } from '#runtime/kernel/decimal.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { AnyFieldType, QueryControlProps } from '../../../contract/contract.ts'
import { inputProps } from '../aria.ts'
import { splitValues } from '../joined-values.ts'
import { useQueryParam } from './useQueryParam.ts'

interface Props extends QueryControlProps {
  type: Pick<AnyFieldType, 'fromText' | 'toWire'>
  /** Opens a picker of records. */
  onBrowse?(): void
}

/** Also lines and tabs: a spreadsheet copies its cells so. */
const separators = [',', '，', '\n', '\r', '\t']

/** A number without exponent. */
const printWire = (value: unknown): string =>
  typeof value === 'number' ? (toBig(value)?.toFixed() ?? '') : String(value ?? '')

/**
 * Several typed values, for the rule `in`. Each is read as a value of the field; one that cannot be read stays visible
 * with the reason, and is no part of the query.
 */
export function ListQuery({ type, onBrowse, ...props }: Props) {
  const { field } = props
  const { lookup } = useServices()
  const { filterValues, setFilterValues } = useQueryParam(props)
  const [unread, setUnread] = useState<readonly string[]>([])
  const read = (text: string) => type.fromText(text, field, lookup)
  const change = (texts: readonly string[]) => {
    const members = splitValues(texts.join(',')).map((text) => ({ text, found: read(text) }))
    setUnread(members.flatMap(({ text, found }) => (found.ok ? [] : [text])))
    const values = members.flatMap(({ found }) =>
      found.ok ? [printWire(type.toWire(found.value, field))] : [],
    )
    setFilterValues(splitValues(values.join(',')))
  }
  const [refusal] = unread.map(read).flatMap((found) => (found.ok ? [] : [found.text]))
  return (
    <>
      <Select<string[]>
        {...inputProps({ id: props.id, field, invalid: refusal !== undefined })}
        mode="tags"
        open={false}
        suffixIcon={onBrowse ? <SearchOutlined aria-hidden onClick={onBrowse} /> : null}
        tokenSeparators={separators}
        allowClear
        maxTagCount="responsive"
        placeholder={field.placeholder ?? '多个值用逗号隔开'}
        style={{ width: '100%' }}
        value={[...filterValues, ...unread]}
        onChange={change}
        onInputKeyDown={(event) => {
          if (event.key === 'F4' || (event.altKey && event.key === 'ArrowDown')) onBrowse?.()
        }}
      />
      {refusal !== undefined && (
        <span role="alert" className="pro-query-error">
          {refusal}
        </span>
      )}
    </>
  )
}
