import { CloseCircleFilled } from '@ant-design/icons'
import { Alert, Typography } from 'antd'
import type { DocumentProblem } from '#runtime/data/documents.ts'

interface Props {
  id: string
  title: string
  problems: readonly DocumentProblem[]
  /** Inside a banner: only the list. */
  short?: boolean
}

/** File, path, problem and remedy: for users who may change the document. */
export function ProblemList({ id, title, problems, short }: Props) {
  const getFile = (problem: DocumentProblem) => problem.file ?? `schemas/${id}.json`
  const text = problems.map((problem) => `${getFile(problem)}#${problem.path} ${problem.text}`).join('\n')
  return (
    <div className="pro-problem-list">
      {!short && (
        <div className="pro-problem-head" role="alert">
          <CloseCircleFilled aria-hidden />
          <div>
            <b>「{title}」暂时打不开</b>
            <p>
              {problems.length > 0
                ? `界面配置有 ${problems.length} 处错误，改好保存后本页自动恢复。`
                : '界面文档不可用，请联系管理员。'}
            </p>
          </div>
        </div>
      )}
      <ul>
        {problems.map((problem) => (
          <li key={`${getFile(problem)}${problem.path}${problem.text}`}>
            <code>
              {getFile(problem)}#{problem.path}
            </code>
            <span>{problem.text}</span>
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <Typography.Text copyable={{ text, tooltips: false }}>复制问题给管理员</Typography.Text>
      )}
    </div>
  )
}

/** Above a working screen whose newer version is invalid. */
export const ProblemBanner = (props: Omit<Props, 'short'>) => (
  <Alert
    type="warning"
    banner
    message="界面文档的新版本有错误，下面仍是上一个可用的版本"
    description={<ProblemList {...props} short />}
  />
)
