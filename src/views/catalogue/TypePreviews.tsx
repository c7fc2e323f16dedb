import { type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { RecordModelProvider } from '#runtime/contract/model-context.tsx'
import { QueryItem } from '#runtime/fields/kit/query/QueryItem.tsx'
import { sampleRecord, shownValue } from '#runtime/preview/sample-values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { serverText } from '#runtime/record/paste/dict-text.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { DetailField, Field, ScreenDocument } from '#runtime/schema/types.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { States } from './states.ts'

interface Props {
  type: AnyFieldType
  field: Field
  states: States
}

const buildRecord = (field: Field, states: States): Record<string, unknown> =>
  states.has('empty') ? {} : { ...sampleRecord([field]), [field.key]: shownValue(field) }

interface FrameProps {
  face: 'control' | 'cell' | 'query' | 'detail'
  title: string
  children: ReactNode
  /** The value in the view, as a wire value. */
  value?: unknown
}

function Preview({ face, title, value, children }: FrameProps) {
  const id = useId()
  return (
    <section className="view-cat-face" data-face={face} aria-labelledby={id}>
      <p id={id}>{title}</p>
      <div className="view-cat-face-body">
        <Suspense fallback={<span className="view-cat-waiting" aria-busy="true" />}>{children}</Suspense>
      </div>
      {value !== undefined && <output className="view-cat-value">{JSON.stringify(value)}</output>}
    </section>
  )
}

/** A record with rows in its details, as a form contains it. */
function useModel(field: Field, record: Record<string, unknown>, isLocked: boolean): RecordModel {
  const types = useFieldTypes()
  const { lookup, user } = useServices()
  return useMemo(() => {
    const screen = {
      version: currentVersion,
      kind: 'screen',
      id: 'example/bench',
      title: '示例',
      fields: [field],
    }
    const env = {
      user: { ...user },
      now: new Date(),
      mode: isLocked ? ('detail' as const) : ('edit' as const),
    }
    return new RecordModel(screen as ScreenDocument, { id: '1', rev: 1, ...record }, { types, lookup, env })
  }, [field, record, isLocked, types, lookup, user])
}

function ControlFace({ type, field, states }: Props) {
  const id = useId()
  const [values, setValues] = useState(() => buildRecord(field, states))
  const isLocked = states.has('disabled') || states.has('readOnly')
  const set = (more: Record<string, unknown>) => setValues((now) => ({ ...now, ...more }))
  const { Control } = type
  const value = type.fromWire(values[field.key], field)
  if (isDetail(field))
    return (
      <DetailPreview
        title="表单控件"
        face="control"
        field={field}
        isLocked={isLocked}
        isEmpty={states.has('empty')}
      />
    )
  return (
    <Preview face="control" title="表单控件" value={type.toWire(value, field) ?? null}>
      {field.type === 'hidden' ? (
        <p className="view-cat-none">表单里不显示，值跟着记录走。</p>
      ) : (
        <>
          <label htmlFor={id}>{getTitle(field)}</label>
          <Control
            id={id}
            field={field}
            value={value}
            onChange={(next: unknown) => set({ [field.key]: type.toWire(next, field) })}
            disabled={states.has('disabled')}
            readOnly={states.has('readOnly')}
            invalid={states.has('invalid')}
            size={states.has('dense') ? 'small' : 'middle'}
            values={values}
            patch={set}
          />
        </>
      )}
    </Preview>
  )
}

function CellPreview({ type, field, states }: Props) {
  const record = useMemo(() => buildRecord(field, states), [field, states])
  const { Cell } = type
  const isEmpty = record[field.key] === null || record[field.key] === undefined
  const isUnseen = field.writeOnly || field.type === 'hidden'
  return (
    <Preview face="cell" title="列表单元格">
      <div className="view-cat-cell" data-align={type.align}>
        {isEmpty || isUnseen ? (
          <span className="pro-none">{isUnseen ? '列表里不显示' : '—'}</span>
        ) : (
          <Cell
            value={type.fromWire(record[field.key], field)}
            field={field}
            row={record}
            text={serverText(record, field.key)}
          />
        )}
      </div>
    </Preview>
  )
}

function QueryFace({ type, field }: Props) {
  const [params, setParams] = useState<Readonly<Record<string, string>>>({})
  const queryField = useMemo(() => ({ ...field, query: true }), [field])
  if (!type.query || field.writeOnly)
    return (
      <Preview face="query" title="查询控件">
        <p className="view-cat-none">这种类型不作查询条件。</p>
      </Preview>
    )
  return (
    <Preview face="query" title="查询控件" value={params}>
      <QueryItem type={type} field={queryField} params={params} onChange={setParams} />
    </Preview>
  )
}

interface DetailProps {
  face: FrameProps['face']
  title: string
  field: DetailField
  isLocked: boolean
  isEmpty: boolean
}

/** The field as rows of a detail table: a press opens its editor in the cell. */
function DetailPreview({ face, title, field, isLocked, isEmpty }: DetailProps) {
  const types = useFieldTypes()
  const record = useMemo(
    () => ({
      [field.key]: [1, 2].map((row) => ({
        id: String(row),
        rev: 1,
        ...(isEmpty ? {} : shownRow(field.fields)),
      })),
    }),
    [field, isEmpty],
  )
  const model = useModel(field as unknown as Field, record, isLocked)
  const Control = types.get('table')?.Control
  if (!Control) return null
  return (
    <Preview face={face} title={title}>
      <RecordModelProvider value={model}>
        <Control
          field={field}
          value={null}
          onChange={() => {}}
          disabled={isLocked}
          values={model.head}
          patch={(values) => model.setHeads(values)}
        />
      </RecordModelProvider>
    </Preview>
  )
}

const shownRow = (fields: readonly Field[]): Record<string, unknown> =>
  Object.assign({}, ...fields.map((field) => buildRecord(field, new Set())))

function CellEditorFace({ field, states }: Props) {
  const detail = useMemo(() => {
    const column = { ...field, width: 260, list: undefined, span: undefined }
    const title = `${getTitle(field)}明细`
    return {
      key: 'items',
      title,
      type: 'table',
      size: 'small',
      maxHeight: 168,
      fields: [column],
    } as DetailField
  }, [field])
  const why = isDetail(field)
    ? '明细里不能再有明细。'
    : field.writeOnly
      ? '明细里不显示，值不离开服务器。'
      : field.type === 'hidden'
        ? '明细里不显示，值跟着行走。'
        : null
  if (why)
    return (
      <Preview face="detail" title="明细单元格">
        <p className="view-cat-none">{why}</p>
      </Preview>
    )
  const isLocked = states.has('disabled') || states.has('readOnly')
  return (
    <DetailPreview
      face="detail"
      title="明细单元格"
      field={detail}
      isLocked={isLocked}
      isEmpty={states.has('empty')}
    />
  )
}

/** Form control, list cell, query control, detail cell. */
export function TypePreviews(props: Props) {
  const states = [...props.states].join()
  return (
    <div className="view-cat-faces">
      <ControlFace key={`control ${states}`} {...props} />
      <CellPreview {...props} />
      <QueryFace {...props} />
      <CellEditorFace key={`detail ${states}`} {...props} />
    </div>
  )
}
