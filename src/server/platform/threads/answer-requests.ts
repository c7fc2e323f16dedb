import { parentPort } from 'node:worker_threads'

/** What a thread of a pool sends: once that its code is loaded, then an answer to each request. */
export type ThreadMessage<Answer> = { kind: 'ready' } | { kind: 'answer'; answer: Answer }

/** The whole of a thread's entry: answers one request after the other. An error of the work ends the thread. */
export function answerRequests<Request, Answer>(work: (request: Request) => Answer | Promise<Answer>): void {
  const post = (message: ThreadMessage<Answer>) => parentPort?.postMessage(message)
  parentPort?.on('message', async (request: Request) => post({ kind: 'answer', answer: await work(request) }))
  post({ kind: 'ready' })
}
