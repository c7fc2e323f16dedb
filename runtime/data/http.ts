/** The one way to the server. `src/app` makes it over axios; answers are unwrapped envelopes, refusals are AppError. */
export interface Http {
  get<T>(url: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<T>
  /** The last answer to such a read, to be shown while it is asked for again; undefined where none is kept. */
  lastKnown?<T>(url: string, params?: Record<string, unknown>): T | undefined
  /** The page's address needs this read: its next load asks for it at once. Only for reads that change nothing. */
  noteRead?(url: string, params?: Record<string, unknown>): void
  send<T>(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    options?: { params?: Record<string, unknown>; headers?: Record<string, string> },
  ): Promise<Answer<T>>
  /** A file the server makes. An envelope in its place is a refusal, said as one; the shell has shown what HTTP refused. */
  download(url: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<Download>
  upload<T>(
    url: string,
    form: FormData,
    options?: { token?: boolean; onProgress?(percent: number): void; signal?: AbortSignal },
  ): Promise<Answer<T>>
}

/** A read that the page's address needs again at its next load. Only for what changes nothing at the server. */
export function readNoted<T>(
  http: Http,
  url: string,
  params?: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<T> {
  http.noteRead?.(url, params)
  return http.get<T>(url, params, signal)
}

/** A successful answer with the server's message, which clients show after writes. */
export interface Answer<T> {
  result: T
  message: string
}

export interface Download {
  blob: Blob
  /** The file's name as the server gives it; '' when it gives none. */
  name: string
}
