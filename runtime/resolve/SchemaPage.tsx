import { Button } from 'antd'
import { type ReactNode, Suspense } from 'react'
import type { DocumentAnswer } from '#runtime/data/documents.ts'
import { useDocument } from '#runtime/data/hooks.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { SubTableProvider } from '#runtime/fields/sub-table.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { documentKinds, SubTable, screenKinds } from '#runtime/screens/index.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import { useLater } from '#runtime/ui/useLater.ts'
import './page.css'
import { Boundary } from '#runtime/ui/ErrorBoundary.tsx'
import { FailureNumber } from '#runtime/ui/FailureNumber.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'

// Few people ever see one; its parts are not in what every screen loads.
const ProblemBanner = lazyPart(async () => (await import('./ProblemList.tsx')).ProblemBanner)
const ProblemList = lazyPart(async () => (await import('./ProblemList.tsx')).ProblemList)

type DrawableDocument = NonNullable<DocumentAnswer['document']>

/** One document, drawn: fetched by id, followed live, and never half a screen when something is wrong with it. */
export function SchemaPage({ id }: { id: string }) {
  const { http } = useRuntime()
  const { data, error, isPending, refetch } = useDocument(http, id)
  const late = useLater(isPending)
  if (isPending)
    return (
      <div className="pro-page" aria-busy="true">
        {late && <div className="pro-sheet" />}
      </div>
    )
  if (error && !data)
    return (
      <Sheet>
        <StateNote tone="error" title="界面没有加载出来" text={errorMessage(error)}>
          <Button onClick={() => void refetch()}>再试一次</Button>
        </StateNote>
      </Sheet>
    )
  const { document, problems = [] } = data
  const Kind = document && documentKinds[document.kind]
  if (!document || (document.kind !== 'screen' && !Kind))
    return (
      <Sheet>
        <Suspense>
          <ProblemList id={id} title={document?.title ?? id} problems={problems} />
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
      <DocumentView key={id} document={document} rev={data.rev} />
    </div>
  )
}

/** A document that is known and checked, drawn; what fails while drawing says so in its place. */
export function DocumentView({ document, rev }: { document: DrawableDocument; rev: string }) {
  const Kind = documentKinds[document.kind]
  return (
    <Guard title={document.title} stamp={rev}>
      {Kind ? (
        <Suspense fallback={<div className="pro-sheet" aria-busy="true" />}>
          <Kind document={document as never} />
        </Suspense>
      ) : (
        <Screen screen={document as ScreenDocument} />
      )}
    </Guard>
  )
}

function Screen({ screen }: { screen: ScreenDocument }) {
  const Kind = screenKinds[screen.list?.layout ?? 'normal']
  if (!Kind)
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
        <Kind screen={screen} />
      </SubTableProvider>
    </Suspense>
  )
}

const Sheet = ({ children }: { children: ReactNode }) => (
  <div className="pro-page">
    <div className="pro-sheet">{children}</div>
  </div>
)

interface GuardProps {
  title: string
  /** A new revision of the document is a new try. */
  stamp: string
  children: ReactNode
}

/** A screen that fails while drawing says so in its own place; the house around it stays. */
const Guard = ({ title, stamp, children }: GuardProps) => (
  <Boundary
    stamp={stamp}
    failed={(error, retry) => (
      <div className="pro-sheet">
        <StateNote tone="error" title={`「${title}」暂时打不开`} text={errorMessage(error)}>
          <Button onClick={retry}>再试一次</Button>
          <FailureNumber error={error} />
        </StateNote>
      </div>
    )}
  >
    {children}
  </Boundary>
)
