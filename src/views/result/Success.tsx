import { App, Button, Descriptions, Steps } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { Result } from './Result.tsx'

const project = [
  { key: 'id', label: '项目编号', children: '23421' },
  { key: 'owner', label: '负责人', children: '谢婉清' },
  { key: 'time', label: '生效时间', children: '2025-12-12 至 2026-12-12' },
]

/** The page of a successful submission: the next steps, and the users who work on it now. */
export default function Success() {
  const { message } = App.useApp()
  const details = useRef<HTMLElement>(null)
  const isNarrow = useNarrow()
  const [isUrged, setUrged] = useState(false)
  const urge = () => {
    setUrged(true)
    void message.success('已提醒方致远')
  }
  return (
    <Result
      tone="success"
      title="提交成功"
      text="提交结果页用于反馈一系列操作任务的处理结果，如果仅是简单操作，使用全局提示反馈即可。"
      actions={
        <>
          <Link to="/catalog/gazetteer">
            <Button type="primary">返回列表</Button>
          </Link>
          <Button onClick={() => details.current?.focus()}>查看项目</Button>
          <Button onClick={() => window.print()}>打印</Button>
        </>
      }
    >
      <section ref={details} tabIndex={-1} aria-label="项目">
        <Descriptions title="《临安县志》续修" items={project} column={isNarrow ? 1 : 3} />
      </section>
      <section>
        <h2>进度</h2>
        <Steps
          current={1}
          direction={isNarrow ? 'vertical' : 'horizontal'}
          progressDot
          items={[
            { title: '创建项目', description: '谢婉清，2025-12-12 12:32' },
            {
              title: '部门初审',
              description: (
                <>
                  方致远
                  <br />
                  <Button type="link" size="small" disabled={isUrged} onClick={urge}>
                    {isUrged ? '已催' : '催一下'}
                  </Button>
                </>
              ),
            },
            { title: '财务复核' },
            { title: '完成' },
          ]}
        />
      </section>
    </Result>
  )
}
