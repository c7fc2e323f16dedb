import { type ComponentType, type ReactNode, Suspense } from 'react'
import { SubTableProvider } from '#runtime/contract/sub-table-context.ts'
import type { DocumentAnswer } from '#runtime/data/documents.ts'
import { useDocument } from '#runtime/data/hooks.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { layoutPlan } from '#runtime/schema/layouts/plans.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { RelatedRecordsProvider } from '#runtime/screens/form/related-context.ts'
import { layoutViews, pageViews, RelatedRecords, SubTable } from '#runtime/screens/index.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useDelayed } from '#runtime/ui/layout/useDelayed.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import './page.css'
import { Boundary } from '#runtime/ui/errors/ErrorBoundary.tsx'
import { FailureNumber } from '#runtime/ui/errors/FailureNumber.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { type OnlineLayout, onlineLayout } from './component.ts'

// Few users ever see a problem or a record without its list, so these components are separate chunks.
const ProblemBanner = lazyPart(async () => (await import('./ProblemList.tsx')).ProblemBanner)
const RecordPage = lazyPart(async () => (await import('./RecordPage.tsx')).RecordPage)
const ProblemList = lazyPart(async () => (await import('./ProblemList.tsx')).ProblemList)

type DrawableDocument = NonNullable<DocumentAnswer['document']> | PanelDocument

/** The part of a screen that its address asks for. */
interface ShownPart {
  layout?: OnlineLayout
  /** The id of the record that is shown without its list. */
  record?: string
}

/** The page of a document: fetches it by id, follows its changes, and shows its problems if it has no valid version. */
export function SchemaPage({ id, ...part }: { id: string } & ShownPart) {
  const { http } = useServices()
  const { data, error, isPending, refetch } = useDocument(http, id)
  const isLate = useDelayed(isPending)
  if (isPending)
    return (
      <div className="pro-page" aria-busy="true">
        {isLate && <div className="pro-sheet" />}
      </div>
    )
  if (error && !data)
    return (
      <Sheet>
        <LoadFailure title="界面没有加载出来" error={error} onRetry={refetch} />
      </Sheet>
    )
  const { document, problems = [] } = data
  if (!document || !documentViews[document.kind])
    return (
      <Sheet>
        <Suspense>
          <ProblemList id={id} title={document?.title ?? data.title ?? id} problems={problems} />
        </Suspense>
      </Sheet>
    )
  return (
    <div className="pro-page">
      {problems.length > 0 && (
        <Suspense>
          <ProblemBanner id={id} title={document.title} problems={problems} />
        </Suspense>
      )}
      <DocumentView key={id} document={document} documentHash={data.rev} {...part} />
    </div>
  )
}

/** Draws a loaded document; an error while drawing is shown instead of it. */
export function DocumentView({
  document,
  documentHash,
  ...part
}: {
  document: DrawableDocument
  documentHash: string
} & ShownPart) {
  const View = documentViews[document.kind]
  return (
    <Guard title={document.title} stamp={documentHash}>
      {View && (
        <Suspense fallback={<div className="pro-sheet" aria-busy="true" />}>
          <View document={document as never} {...part} />
        </Suspense>
      )}
    </Guard>
  )
}

function Screen({ document, layout = 'own', record }: { document: ScreenDocument } & ShownPart) {
  const screen = onlineLayout(layout, document)
  const Layout = layoutViews[screen.list?.layout ?? layoutPlan(screen).name]
  if (!Layout)
    return (
      <Sheet>
        <StateNote
          title={`「${screen.title}」的布局还不能显示`}
          text={`list.layout 为 ${screen.list?.layout}`}
        />
      </Sheet>
    )
  return (
    <Suspense fallback={<div className="pro-sheet" aria-busy="true" />}>
      <SubTableProvider value={SubTable}>
        <RelatedRecordsProvider value={RelatedRecords}>
          {record === undefined ? <Layout screen={screen} /> : <RecordPage screen={screen} id={record} />}
        </RelatedRecordsProvider>
      </SubTableProvider>
    </Suspense>
  )
}

/** The component that draws documents of a kind; the only part of the client that chooses by kind. */
const documentViews: Readonly<Record<string, ComponentType<{ document: never } & ShownPart>>> = {
  ...pageViews,
  screen: Screen,
}

const Sheet = ({ children }: { children: ReactNode }) => (
  <div className="pro-page">
    <div className="pro-sheet">{children}</div>
  </div>
)

interface GuardProps {
  title: string
  /** A new revision of the document is drawn again after an error. */
  stamp: string
  children: ReactNode
}

/** Shows an error of a screen instead of the screen, so that the rest of the page keeps working. */
const Guard = ({ title, stamp, children }: GuardProps) => (
  <Boundary
    stamp={stamp}
    failed={(error, retry) => (
      <div className="pro-sheet">
        <LoadFailure title={`「${title}」暂时打不开`} error={error} onRetry={retry}>
          <FailureNumber error={error} />
        </LoadFailure>
      </div>
    )}
  >
    {children}
  </Boundary>
)
