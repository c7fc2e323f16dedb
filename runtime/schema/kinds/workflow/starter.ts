// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles name fields so.
import { firstKeys, requireSource, type Starter } from '../starter.ts'

/** One step, for the head of the department, over a screen whose moves have the usual codes. */
export const workflowStarter: Starter = {
  needsSource: true,
  namesLater: true,
  parts(input) {
    const source = requireSource(input)
    const [named = 'id'] = firstKeys(source, 1)
    return {
      screen: source.id,
      caseTitle: `${source.title} \${${named}}`,
      start: 'submit',
      pass: 'audit',
      back: 'back',
      steps: [{ key: 'head', title: '部门负责人审批', type: 'approve', to: { heads: 1 } }],
    }
  },
}
