import { useQueries } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { ReadOnlyText } from '#runtime/fields/kit/text/ReadOnlyText.tsx'
import { nameEntry, type OfferedName } from '#runtime/fields/rich/code/offered-names.ts'
import { readText } from '#runtime/kernel/json.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { placeholderPlaces } from '#runtime/schema/kinds/screen/then/text-placeholders.ts'
import { auditKeys } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'

const NameEditor = lazyPart(async () => (await import('#runtime/fields/rich/code/NameEditor.tsx')).NameEditor)

const audited: ReadonlySet<string> = new Set(auditKeys)

/** The single values that all these screens have; null until their documents are there. */
function useSharedNames(screens: readonly string[]): readonly OfferedName[] | null {
  const { loadScreen } = useDocumentLoader()
  return useQueries({
    queries: screens.map((id) => ({
      queryKey: ['message text', id],
      queryFn: () => loadScreen(id),
      retry: false,
    })),
    combine: (results) => {
      const [first, ...others] = results.map(({ data }) =>
        data?.fields.filter(({ type }) => type !== 'table'),
      )
      if (!first || others.some((fields) => !fields)) return null
      return first
        .filter(({ key }) => others.every((fields) => fields?.some((field) => field.key === key)))
        .map((field) => nameEntry(field.key, getTitle(field)))
    },
  })
}

/** A text with values in place of its `${field}`: fields of the record's `screens` are chosen by title, others are underlined. */
export function MessageText(props: ControlProps) {
  const { value, field, values, onChange, onBlur, id, disabled, readOnly, invalid, autoFocus } = props
  const text = readText(value)
  const listed = readText(values.screens)
  const screens = useMemo(() => listed.split(',').filter((screen) => screen !== ''), [listed])
  const names = useSharedNames(screens)
  const faults = useMemo(
    () =>
      placeholderPlaces(text)
        .filter(({ key }) => names && !audited.has(key) && !names.some((name) => name.text === key))
        .map(({ key, from }) => ({
          from,
          to: from + key.length,
          text: `所选的界面没有字段 ${key}，请用「插入字段」来选`,
        })),
    [text, names],
  )
  if (readOnly) return <ReadOnlyText {...(props as ControlProps<string>)} text={text} />
  return (
    <Suspense fallback={<TextSkeleton rows={3} />}>
      <NameEditor
        form="text"
        rows={4}
        id={id}
        label={getTitle(field)}
        value={text}
        names={names ?? []}
        faults={faults}
        isInvalid={invalid}
        isDisabled={disabled}
        autoFocus={autoFocus}
        onBlur={onBlur}
        onChange={(next) => next !== text && onChange(next || null)}
      />
    </Suspense>
  )
}
