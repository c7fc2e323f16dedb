import { useQuery } from '@tanstack/react-query'
import { Collapse } from 'antd'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import {
  changeSentence,
  compareVersions,
  type OutcomeTexts,
  type RecordHistory,
  type VersionTexts,
} from '#runtime/record/changes/history.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { Answered } from '#runtime/ui/errors/Answered.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { Differences } from './Differences.tsx'

interface Props {
  screen: ScreenDocument
  id: string
}

const typeTitles: Readonly<Record<string, string>> = {
  initial: '记录历史以前',
  saved: '保存',
  moved: '审批',
  removed: '删除',
  restored: '恢复',
  undone: '撤销',
}

/** The versions of a record, newest first, each with its differences from the version before. */
export function History({ screen, id }: Props) {
  const { http } = useServices()
  const history = useQuery({
    queryKey: ['history', screen.id, id],
    queryFn: ({ signal }) => http.get<RecordHistory>(`/resource/${screen.id}/history`, { id }, signal),
    staleTime: 0,
  })
  return (
    <Answered query={history} failure="没有读到历史">
      {(found) => <Versions history={found} />}
    </Answered>
  )
}

function Versions({ history }: { history: RecordHistory }) {
  const { versions, outcomes = [] } = history
  if (versions.length === 0 && outcomes.length === 0)
    return <StateNote leaf title="还没有历史" text="从下一次保存起，这里会列出每一次的改动" />
  const items = versions.map((version, at) => {
    const older = versions[at + 1] ?? null
    const all = compareVersions(history, older, version)
    const values = all.filter(({ isChanged }) => isChanged)
    const titles = [older ? `第 ${older.dataVersion} 版` : '原来', `第 ${version.dataVersion} 版`] as const
    return {
      key: version.id,
      label: <Head version={version} sentence={older ? changeSentence(values) : '最早的一版'} />,
      children: <Differences values={values} titles={titles} />,
    }
  })
  return (
    <>
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      <Collapse ghost items={items} defaultActiveKey={versions[0]?.id} />
    </>
  )
}

/** What the changes of the record brought about, newest first. */
function Outcomes({ outcomes }: Pick<RecordHistory, 'outcomes'>) {
  return (
    <section className="pro-history-outcomes" aria-label="之后做了什么">
      <b>之后做了什么</b>
      <ul>
        {outcomes.map((outcome) => (
          <li key={outcome.id}>
            <small>
              {[`${outcome.title}之后`, outcome.author, outcome.createTime].filter(Boolean).join(' · ')}
            </small>
            <span>
              {outcome.text}
              <Links links={outcome.links} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Links = ({ links }: Pick<OutcomeTexts, 'links'>) =>
  links.map(({ name, path }, at) => (
    <Fragment key={path ?? `${name} ${at}`}>
      {at === 0 ? '：' : '、'}
      {path ? <Link to={path}>{name}</Link> : name}
    </Fragment>
  ))

function Head({ version, sentence }: { version: VersionTexts; sentence: string }) {
  const { dataVersion, type, author, screenRevision } = version
  // The values before the first stored change are older than their version.
  const time = type === 'initial' ? '' : version.createTime
  const screen = time && screenRevision !== undefined ? `界面第 ${screenRevision} 版` : ''
  return (
    <div className="pro-history-head">
      <b>第 {dataVersion} 版</b>
      <small>{[typeTitles[type] ?? type, author, time, screen].filter(Boolean).join(' · ')}</small>
      <span>{sentence}</span>
    </div>
  )
}
