import { Worker } from 'node:worker_threads'
import { isJsonObject } from '#runtime/kernel/json.ts'
import type { ThreadMessage } from './answer-requests.ts'

export interface ThreadSettings {
  /** The entry of the thread, which calls `answerRequests`. */
  entry: URL
  /** Megabytes of its heap. */
  maxMemoryMb: number
  /** Milliseconds for one request, without the start of the thread. */
  maxRunMs: number
}

/** Milliseconds without a request after which a thread ends. */
const MAX_IDLE_MS = 60_000

/** Why a request has no answer: no thread started, its time was over, or its thread ended by memory or by an error. */
export class ThreadFailure extends Error {
  constructor(
    readonly reason: 'start' | 'time' | 'ended',
    options?: ErrorOptions,
  ) {
    super(`a thread failed: ${reason}`, options)
  }
}

/**
 * Threads for work that would delay other requests, or that may exhaust memory or time: that ends its thread only. A thread
 * takes the next request after its answer, because to start it and load its code takes longer than most of the work. As
 * many run as there are requests at a time: callers limit them by permits.
 */
export class ThreadPool<Request, Answer> {
  /** With the timers that end them; the last used is the last. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>()

  constructor(readonly settings: ThreadSettings) {}

  /** The answer of a thread; rejects with a `ThreadFailure`. */
  async run(request: Request): Promise<Answer> {
    const thread = this.#takeIdle() ?? (await this.#open())
    const answer = await this.#ask(thread, request)
    thread.unref()
    this.#idle.set(thread, setTimeout(() => this.#end(thread), MAX_IDLE_MS).unref())
    return answer
  }

  #takeIdle(): Worker | undefined {
    const thread = [...this.#idle.keys()].at(-1)
    if (thread) this.#forget(thread)
    return thread
  }

  #forget(thread: Worker): void {
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
  }

  #end(thread: Worker): void {
    this.#forget(thread)
    void thread.terminate()
  }

  #open(): Promise<Worker> {
    const { entry, maxMemoryMb } = this.settings
    return new Promise((resolve, reject) => {
      const thread = new Worker(entry, {
        execArgv: [],
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      })
      thread.on('message', (message) => readMessage<Answer>(message)?.kind === 'ready' && resolve(thread))
      // An idle thread that ends is not used any more; an error without a listener would end the process.
      thread.on('error', (cause) => reject(new ThreadFailure('start', { cause })))
      thread.on('exit', () => {
        this.#forget(thread)
        reject(new ThreadFailure('start'))
      })
    })
  }

  #ask(thread: Worker, request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      }
      const fail = (reason: ThreadFailure['reason'], cause?: unknown) => {
        settle()
        this.#end(thread)
        reject(new ThreadFailure(reason, { cause }))
      }
      const timer = setTimeout(() => fail('time'), this.settings.maxRunMs)
      const onError = (cause: unknown) => fail('ended', cause)
      const onExit = () => fail('ended')
      const onMessage = (message: unknown) => {
        const read = readMessage<Answer>(message)
        if (read?.kind !== 'answer') return
        settle()
        resolve(read.answer)
      }
      thread.on('message', onMessage).on('error', onError).on('exit', onExit)
      thread.ref()
      thread.postMessage(request)
    })
  }
}

/** The loader of source files sends messages of its own. */
const readMessage = <Answer>(message: unknown): ThreadMessage<Answer> | null =>
  isJsonObject(message) && typeof message.kind === 'string'
    ? (message as unknown as ThreadMessage<Answer>)
    : null
