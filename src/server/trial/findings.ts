import type { Answer, Request, TrialClient } from './client.ts'

/** Sends the steps of a trial and collects what fails in them. `path` is the place in the document, `step` what is done in words. */
export interface Findings {
  /** A step that must succeed. */
  must(path: string, step: string, request: Request): Promise<Answer>
  /** A step that a rule may refuse, but that must not fail. */
  may(path: string, step: string, request: Request): Promise<Answer>
  /** What is wrong with the answer of a step that succeeded. */
  note(path: string, step: string, reason: string): void
  /** A failure of a step that was sent before. */
  noteFault(path: string, step: string, answer: Pick<Answer, 'isFault' | 'reason'>): void
  /** No values were found that the rules of the record accept. */
  leaveUntried(reason: string): void
}

export function collectFindings(
  client: TrialClient,
  add: (path: string, step: string, reason: string) => void,
  leaveUntried: Findings['leaveUntried'],
): Findings {
  const noteFault: Findings['noteFault'] = (path, step, { isFault, reason }) => {
    if (isFault) add(path, step, reason)
  }
  return {
    async must(path, step, request) {
      const answer = await client.send(request)
      if (!answer.isOk && !answer.isLate) add(path, step, answer.reason)
      return answer
    },
    async may(path, step, request) {
      const answer = await client.send(request)
      noteFault(path, step, answer)
      return answer
    },
    note: add,
    noteFault,
    leaveUntried,
  }
}
