import { useQuery } from '@tanstack/react-query'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'

/** Columns that every record has besides its fields. */
const auditFields = [
  { key: 'createBy', title: '创建人' },
  { key: 'createTime', title: '创建时间' },
  { key: 'updateBy', title: '修改人' },
  { key: 'updateTime', title: '修改时间' },
  { key: 'sysOrgCode', title: '创建人的部门' },
]

/** The fields that the data rules of a document may compare, with their titles. */
export function useRuleFields(documentId: string) {
  const { loadScreen } = useDocumentLoader()
  const types = useFieldTypes()
  const { data = auditFields, isFetching } = useQuery({
    queryKey: ['permission', 'rule-fields', documentId],
    queryFn: async () => {
      const { fields } = await loadScreen(documentId)
      const stored = fields.filter(
        (field) =>
          field.persist !== false && field.from === undefined && types.get(field.type)?.column(field) != null,
      )
      return [...stored.map((field) => ({ key: field.key, title: getTitle(field) })), ...auditFields]
    },
    enabled: documentId !== '',
    retry: false,
  })
  return {
    fields: data,
    isLoading: isFetching,
    titleOfField: (key: string) => data.find((field) => field.key === key)?.title ?? key,
  }
}
