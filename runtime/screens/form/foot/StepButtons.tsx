import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type Command, canRun } from '#runtime/ui/commands/command.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { type StepContext, stepCommands } from '../commands/step-commands.ts'

/** The way to the records before and after the open one. */
export const StepButtons = (context: StepContext) => (
  <>
    <StepButton command={stepCommands.previous} context={context} icon={<UpOutlined aria-hidden />} />
    <StepButton command={stepCommands.next} context={context} icon={<DownOutlined aria-hidden />} />
  </>
)

interface Props {
  command: Command<StepContext>
  context: StepContext
  icon: ReactNode
}

const StepButton = ({ command, context, icon }: Props) => (
  <Button
    size="small"
    title={`${command.title}（${keyLabel(command)}）`}
    aria-label={command.title}
    aria-keyshortcuts={command.keys.join(' ')}
    disabled={!canRun(command, context)}
    icon={icon}
    onClick={() => command.run(context)}
  />
)
