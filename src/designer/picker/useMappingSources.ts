import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { usualType, valueHalf } from '#runtime/schema/field-value.ts'
import type { PickerDocument } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Companion } from '../api.ts'
import { getKey, listFields } from '../document-edit.ts'
import type { MappingSource } from './field-mapping.ts'
import { usePickers } from './usePickers.ts'

const unloaded: readonly MappingSource[] = []
const noCodes: readonly string[] = []

/** The values of a picker's record: its columns first, and the other fields of its screen or report. */
async function loadPicked(
  picker: PickerDocument,
  loadScreen: ReturnType<typeof useDocumentLoader>['loadScreen'],
): Promise<MappingSource[]> {
  const { source, fields = [] } = picker
  const fieldsOfSource = listFields({
    ...(await loadScreen('screen' in source ? source.screen : source.report)),
  })
  const isHolder = (field: JsonObject) => !Array.isArray(field.fields)
  const columns = new Set(fields)
  const entries = fieldsOfSource.filter(isHolder).map((field) => ({
    key: getKey(field),
    title: String(field.title ?? getKey(field)),
    field,
    isShown: columns.has(getKey(field)),
  }))
  const at = (key: string) => fields.indexOf(key)
  return [
    { key: 'id', title: '主键', isShown: true },
    ...entries.filter(({ isShown }) => isShown).sort((a, b) => at(a.key) - at(b.key)),
    ...entries.filter(({ isShown }) => !isShown),
  ]
}

/** The further values of options or of the items of a dictionary, with their value and text. */
function listBrought(items: readonly JsonObject[]): MappingSource[] {
  const samples = new Map<string, unknown>()
  for (const { values } of items)
    for (const [key, value] of Object.entries(isJsonObject(values) ? values : {}))
      if (!samples.has(key)) samples.set(key, value)
  const brought = [...samples].map(([key, value]) => ({
    key,
    title: key,
    field: { key, type: usualType(fieldTypes, typeof value === 'number' ? 'number' : 'text') },
    isShown: true,
  }))
  return [
    ...brought,
    { key: 'value', title: '值', isShown: true },
    { key: 'text', title: '文字', isShown: true },
  ]
}

/** The values that a chosen record or option of the field has; `isFailed` where its picker cannot be read. */
export function useMappingSources(field: JsonObject, drafts: readonly Companion[]) {
  const { http } = useServices()
  const { loadPicker, loadScreen } = useDocumentLoader()
  const isPicker = valueHalf(fieldTypes, field)?.fillsFrom !== undefined
  const code = isPicker ? (asText(field.popupCode) ?? '') : ''
  const released = usePickers().codes
  const draft = drafts.find(({ body }) => body.code === code)?.body as PickerDocument | undefined
  const isThere = draft !== undefined || released.has(code)
  const picked = useQuery({
    queryKey: ['design picked values', code, drafts.map(({ id }) => id).join()],
    queryFn: async () => loadPicked(draft ?? (await loadPicker(code)), loadScreen),
    enabled: code !== '' && isThere,
    retry: false,
  })
  const isMissing = code !== '' && released.size > 0 && !isThere
  const dictCode = asText(field.dictCode) ?? ''
  const codes = useMemo(() => (isPicker || dictCode === '' ? noCodes : [dictCode]), [isPicker, dictCode])
  const { lookup } = useLookup(http, codes)
  const { options } = field
  return useMemo(() => {
    if (isPicker) return { sources: picked.data ?? unloaded, isFailed: picked.isError || isMissing }
    const items = Array.isArray(options)
      ? listObjects(options)
      : lookup.items(dictCode).map((item) => ({ ...item }))
    return { sources: listBrought(items), isFailed: false }
  }, [isPicker, picked.data, picked.isError, isMissing, options, lookup, dictCode])
}
