import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { AppRuntime } from '#client/runtime/AppRuntime.tsx'
import Types from './Types.tsx'
import '#runtime/ui/layout/workspace.css'
import './catalogue.css'
import { lazyPart } from '#runtime/ui/lazy.tsx'

const parts = [
  { word: 'types', title: '字段类型', Part: Types },
  { word: 'kinds', title: '界面种类', Part: lazyPart(async () => (await import('./Kinds.tsx')).default) },
  {
    word: 'try',
    title: '试一份文档',
    Part: lazyPart(async () => (await import('./DocumentSandbox.tsx')).default),
  },
] as const

/** The language reference for configurators: every field type, every kind of screen, and an editor to try a document. */
export default function CataloguePage() {
  const [params] = useSearchParams()
  const part = parts.find(({ word }) => word === params.get('part')) ?? parts[0]
  const { Part } = part
  return (
    <AppRuntime>
      <div className="view-catalogue pro-workspace">
        <header className="view-cat-head">
          <h1>组件目录</h1>
          <nav aria-label="组件目录">
            {parts.map(({ word, title }) => (
              <Link key={word} to={`?part=${word}`} aria-current={word === part.word ? 'page' : undefined}>
                {title}
              </Link>
            ))}
          </nav>
        </header>
        <Suspense fallback={<div className="view-cat-columns" aria-busy="true" />}>
          <Part />
        </Suspense>
      </div>
    </AppRuntime>
  )
}
