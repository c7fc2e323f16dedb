import { FilterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, ConfigProvider, Modal } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { emptyQuery } from '#runtime/rules/advanced-query/draft.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { countConditions, normalizeQuery } from '#runtime/rules/advanced-query/read.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { ControlProps } from '../../../contract/contract.ts'
import { Dictionaries } from '../../../contract/Dictionaries.tsx'
import { listDictionaries, queriedFields } from '../../kit/advanced-query/fields.ts'
import { QueryBuilder } from '../../kit/advanced-query/QueryBuilder.tsx'
import { findQueryFault } from '../../kit/advanced-query/query-fault.ts'
import { useSentence } from '../../kit/advanced-query/useSentence.ts'
import { inputProps } from '../../kit/aria.ts'
import { getListUrl } from '../../kit/picker/list-url.ts'
import type { OtherFamily } from '../settings.ts'
import { readStoredQuery } from './super-query-value.ts'

type Props = ControlProps<string, OtherFamily['super_query']>

/** The conditions as a sentence, and a dialog that edits them by the fields of the list that the field names. */
export function SuperQueryControl(props: Props) {
  const { loadScreen } = useDocumentLoader()
  const { source = '' } = props.field
  const answer = useQuery({
    queryKey: ['document', 'source', source],
    queryFn: () => loadScreen(source),
    enabled: source !== '',
    retry: false,
  })
  if (answer.data) return <Loaded {...props} source={answer.data} />
  const query = readStoredQuery(props.value)
  return (
    <>
      <Sentence {...props} text={query ? `${countConditions(query)} 个条件` : ''} />
      {answer.isError && <LoadFailureLine text={errorMessage(answer.error)} onRetry={answer.refetch} />}
    </>
  )
}

/** The conditions as a text that is copied, not edited. */
const Sentence = ({ text, ...props }: Props & { text: string }) => (
  <TextArea
    {...inputProps(props)}
    autoSize
    readOnly
    disabled={props.disabled}
    value={text}
    placeholder="没有条件"
    onBlur={props.onBlur}
  />
)

function Loaded({ source, ...props }: Props & { source: ScreenDocument | ReportDocument }) {
  const types = useFieldTypes()
  const { can } = useServices()
  const fields = useMemo(() => queriedFields(source, { types, can }), [source, types, can])
  const codes = useMemo(() => listDictionaries(fields), [fields])
  return (
    <Dictionaries codes={codes}>
      <Conditions {...props} fields={fields} url={getListUrl(source)} />
    </Dictionaries>
  )
}

type ConditionsProps = Props & { fields: ReturnType<typeof queriedFields>; url: string }

function Conditions({ fields, url, ...props }: ConditionsProps) {
  const { value, onChange, field, disabled, readOnly } = props
  const { notify } = useServices()
  const stored = readStoredQuery(value) ?? emptyQuery
  const [draft, setDraft] = useState<ConditionGroup | null>(null)
  const sentence = useSentence(stored, fields)
  const title = getTitle(field)
  const finish = () => {
    if (!draft) return
    const fault = findQueryFault(draft, 'EMPTY_QUERY_SAVE')
    if (fault !== null) return notify('warning', fault)
    onChange(JSON.stringify(normalizeQuery(draft)))
    setDraft(null)
  }
  return (
    <div>
      <Sentence {...props} text={value === null ? '' : sentence} />
      {!readOnly && (
        <Button
          type="link"
          size="small"
          icon={<FilterOutlined aria-hidden />}
          aria-label={`设置${title}`}
          disabled={disabled}
          onClick={() => setDraft(stored)}
        >
          设置
        </Button>
      )}
      {!readOnly && value !== null && (
        <Button type="link" size="small" disabled={disabled} onClick={() => onChange(null)}>
          清除
        </Button>
      )}
      {draft && (
        <StopPropagation>
          <Modal
            open
            maskClosable={false}
            title={title}
            width="min(1000px, calc(100vw - 32px))"
            okText="确定"
            cancelText="取消"
            onOk={finish}
            onCancel={() => setDraft(null)}
          >
            {/* The controls of a form on a phone have no borders; those of its dialogs have. */}
            <ConfigProvider variant="outlined">
              <QueryBuilder initial={stored} fields={fields} url={url} conditions={{}} onChange={setDraft} />
            </ConfigProvider>
          </Modal>
        </StopPropagation>
      )}
    </div>
  )
}
