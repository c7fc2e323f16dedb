import { UserOutlined } from '@ant-design/icons'
import { useLayoutEffect, useRef } from 'react'
import { asText, listObjects } from '#runtime/kernel/json.ts'
import { ConditionText } from '../condition/ConditionText.tsx'
import { ROOT } from '../edit/step-place.ts'
import { FlowCard } from './FlowCard.tsx'
import { FlowSteps } from './FlowSteps.tsx'
import { useFlow } from './flow-context.ts'
import './flow.css'

/** A workflow from the starter to its end, drawn downwards, branches side by side. */
export function FlowCanvas() {
  const { document, bound } = useFlow()
  const { screen } = bound
  const code = asText(document.start)
  const move = listObjects(screen?.flow?.moves).find((entry) => entry.code === code)
  const when = asText(document.when)
  const canvas = useRef<HTMLElement>(null)
  // The starter stands in the middle of what is wider than the pane.
  useLayoutEffect(() => {
    const stage = canvas.current?.parentElement
    if (stage) stage.scrollLeft = (stage.scrollWidth - stage.clientWidth) / 2
  }, [])
  return (
    <section ref={canvas} className="view-flow" aria-label="流程图">
      <FlowCard
        place={ROOT}
        type="发起人"
        icon={<UserOutlined aria-hidden />}
        title={screen ? `${screen.title}${move ? `：${String(move.title ?? code)}` : ''}` : '提交的人'}
        lines={when === undefined ? [] : [<ConditionText key="when" when={when} bound={bound} />]}
      />
      <FlowSteps list="/steps" />
      <p className="view-flow-end">流程结束</p>
    </section>
  )
}
