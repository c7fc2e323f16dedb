/**
 * The one HTTP client. `src/client` implements it with axios; responses are unwrapped envelopes, refusals are AppError.
 */
export interface Http {
  get<T>(url: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<T>
  /** The last cached response of such a read, shown while it is requested again; undefined if there is none. */
  lastKnown?<T>(url: string, params?: Record<string, unknown>): T | undefined
  /**
   * Marks a read as required by the address of the page: its next load requests it at once. Only for reads without
   * side effects.
   */
  noteRead?(url: string, params?: Record<string, unknown>): void
  send<T>(
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    options?: { params?: Record<string, unknown>; headers?: Record<string, string> },
  ): Promise<Answer<T>>
  /**
   * A file created by the server. An envelope in its place is a refusal and thrown as one; the application has
   * already reported HTTP errors.
   */
  download(url: string, params?: Record<string, unknown>, signal?: AbortSignal): Promise<Download>
  upload<T>(
    url: string,
    form: FormData,
    options?: { token?: boolean; onProgress?(percent: number): void; signal?: AbortSignal },
  ): Promise<Answer<T>>
  /** The whole address of a path, and the headers of the user, for a library that sends requests itself. */
  at?(url: string): string
  identify?(): Readonly<Record<string, string>>
}

/** A read that the address of the page needs again at its next load. Only for reads without side effects. */
export function readNoted<T>(
  http: Http,
  url: string,
  params?: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<T> {
  http.noteRead?.(url, params)
  return http.get<T>(url, params, signal)
}

/** A successful response with the message of the server, which clients show after writes. */
export interface Answer<T> {
  result: T
  message: string
}

export interface Download {
  blob: Blob
  /** The file name from the server; '' if there is none. */
  name: string
}
