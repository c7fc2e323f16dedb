import { type ReactNode, useMemo } from 'react'
import { type DescribedDocument, describePage } from '#runtime/compile/help/describe-page.ts'
import { Dictionaries } from '#runtime/contract/Dictionaries.tsx'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { useDocument } from '#runtime/data/hooks.ts'
import typeTexts from '#runtime/fields/kit/types.json'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { HelpParts } from './HelpParts.tsx'
import { commonTexts, pageTexts } from './page-texts.ts'
import { usePageTarget } from './usePageTarget.ts'

const Markdown = lazyPart(async () => (await import('#runtime/fields/rich/markdown/Markdown.tsx')).Markdown)

const titles: Readonly<Record<string, { title: string } | undefined>> = typeTexts

/** The help of the visible page: what its document says, then what follows from its fields, rules and buttons. */
export function PageHelp() {
  const target = usePageTarget()
  if (target.kind === 'waiting') return <TextSkeleton rows={10} />
  if (target.kind === 'document') return <DocumentHelp id={target.id} />
  return (
    <Text>
      {(pageTexts[target.name] ?? commonTexts).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Text>
  )
}

const Text = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
  <article className="app-help" aria-label="这一页的说明" tabIndex={0}>
    {children}
  </article>
)

function DocumentHelp({ id }: { id: string }) {
  const { http } = useServices()
  const { data, error, refetch } = useDocument(http, id)
  if (error && !data)
    return <LoadFailure title="帮助没有加载出来" error={error} onRetry={() => void refetch()} />
  if (!data) return <TextSkeleton rows={10} />
  const { document } = data
  return document ? (
    <Description document={document as DescribedDocument} />
  ) : (
    <p>这一页的配置有错误，请告诉管理员。</p>
  )
}

/** The description of a document, with the texts of the dictionaries that are loaded where it is drawn. */
function usePageHelp(document: DescribedDocument) {
  const { can, user, lookup } = useServices()
  const types = useFieldTypes()
  return useMemo(
    () =>
      describePage(document, { types, can, user, lookup, typeTitle: (type) => titles[type]?.title ?? '' }),
    [document, types, can, user, lookup],
  )
}

function Description({ document }: { document: DescribedDocument }) {
  const { intro, parts } = usePageHelp(document)
  const codes = useMemo(
    () => [...new Set(parts.flatMap(({ entries }) => entries.flatMap(({ dictCode }) => dictCode ?? [])))],
    [parts],
  )
  return (
    <Text>
      {document.help && <Markdown text={document.help} />}
      <p>{intro}</p>
      <Dictionaries codes={codes} waiting={<TextSkeleton rows={10} />}>
        <DocumentParts document={document} />
      </Dictionaries>
    </Text>
  )
}

const DocumentParts = ({ document }: { document: DescribedDocument }) => (
  <HelpParts parts={usePageHelp(document).parts} />
)
