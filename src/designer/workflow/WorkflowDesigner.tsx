import { useMemo, useRef, useState } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { LookupProvider, useServices } from '#runtime/services/services.tsx'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { stepCommands } from '../commands/step-commands.ts'
import { useDesign } from '../draft/useDesign.ts'
import { EditorFrame, type EditorProps } from '../editor/EditorFrame.tsx'
import { EditorStage } from '../editor/EditorStage.tsx'
import { type ExpressionPlace, ExpressionPlaceProvider } from '../formula/expression-place.ts'
import { concernsDocument } from '../problems/problem-fix.ts'
import { FlowCanvas } from './canvas/FlowCanvas.tsx'
import { type Flow, FlowProvider } from './canvas/flow-context.ts'
import { replacePart } from './edit/step-edit.ts'
import { partTitle, useStepKinds } from './edit/step-kinds.ts'
import { countFaults, type Place, partAt, placeOfPointer, ROOT } from './edit/step-place.ts'
import { PartSettings } from './PartSettings.tsx'
import { SimulationView } from './SimulationView.tsx'
import { StepForm } from './StepForm.tsx'
import { WorkflowSettings } from './settings/WorkflowSettings.tsx'
import { useBoundScreen } from './useBoundScreen.ts'
import { useStepEdits } from './useStepEdits.ts'
import { useStepNames } from './words/useStepNames.ts'
import './workflow.css'

const views = [
  { value: 'flow', label: '流程图' },
  { value: 'form', label: '步骤表单' },
  { value: 'trial', label: '模拟' },
  { value: 'source', label: '源文件' },
] as const
type View = (typeof views)[number]['value']

const keyHint = stepCommands.map((command) => `${keyLabel(command)} ${command.title}`).join('，')

/** The editor of a workflow: its steps from top to bottom, branches side by side, each with its settings. */
export function WorkflowDesigner(props: EditorProps) {
  const { http } = useServices()
  const design = useDesign(props.source)
  const { document, inspection, session } = design
  const { change } = session
  const kinds = useStepKinds()
  const bound = useBoundScreen(document.screen)
  const { screen, codes, titles } = bound
  const { lookup } = useLookup(http, codes)
  const names = useStepNames(document, titles)
  const [view, setView] = useState<View>('flow')
  const [chosen, select] = useState<Place>(ROOT)
  const stage = useRef<HTMLDivElement>(null)
  const edits = useStepEdits({ document, stage, select, change })
  const part = partAt(document, chosen)
  // Undo may have removed what was selected.
  const selected = part ? chosen : ROOT
  const faults = useMemo(() => {
    const found = (inspection?.problems ?? []).filter((problem) => concernsDocument(document.id, problem))
    return countFaults(found.map(({ path }) => path))
  }, [inspection, document.id])
  const place = useMemo(
    (): ExpressionPlace | null =>
      screen ? { document: { ...screen }, path: [], servedId: screen.id } : null,
    [screen],
  )
  const flow: Flow | null = kinds && {
    document,
    kinds,
    names,
    bound,
    selected,
    faults,
    edits,
  }
  return (
    <EditorFrame {...props} design={design} className="view-workflow" isWide={view !== 'flow'}>
      <LookupProvider lookup={lookup}>
        <EditorStage<View>
          design={design}
          views={views}
          view={view}
          onView={setView}
          stage={stage}
          tools={view === 'flow' && part && <span className="view-design-hint">{keyHint}</span>}
          findPlace={(pointer) => {
            const at = placeOfPointer(pointer)
            const faulty = partAt(document, at)
            const kind = faulty && kinds?.get(String(faulty.type))
            const label = faulty ? partTitle(faulty, kind) : '流程设置'
            return { label, open: () => edits.open(at) }
          }}
        >
          {!flow && view !== 'source' && <TextSkeleton rows={8} />}
          {flow && view === 'flow' && (
            <FlowProvider value={flow}>
              <FlowCanvas />
            </FlowProvider>
          )}
          {flow && (view === 'form' || view === 'trial') && !screen && (
            <StateNote title="没有界面" text="先在流程图里点「发起人」，选这个流程的界面。" />
          )}
          {flow && screen && view === 'form' && (
            <StepForm
              document={document}
              screen={screen}
              kinds={flow.kinds}
              selected={selected}
              onSelect={select}
            />
          )}
          {flow && screen && view === 'trial' && <SimulationView flow={flow} screen={screen} />}
        </EditorStage>
        {view === 'flow' && kinds && (
          <ExpressionPlaceProvider value={place}>
            {part ? (
              <PartSettings
                key={`${selected} ${String(part.key)}`}
                document={document}
                place={selected}
                part={part}
                kinds={kinds}
                bound={bound}
                edits={edits}
                onChange={(next) => change(replacePart(document, selected, next), `settings ${selected}`)}
              />
            ) : (
              <WorkflowSettings
                document={document}
                bound={bound}
                onChange={(next) => change(next, 'settings of the document')}
              />
            )}
          </ExpressionPlaceProvider>
        )}
      </LookupProvider>
    </EditorFrame>
  )
}
