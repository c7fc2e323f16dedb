import { AppError } from '../../kernel/errors.ts'

const most = 2

/** Tries again where no answer came or the server was in trouble: the next try may go well. A refusal stays one. */
export const passing = {
  retry: (failures: number, error: unknown): boolean =>
    failures < most && (!(error instanceof AppError) || error.code === 'NETWORK' || error.status >= 500),
  retryDelay: (failures: number): number => 300 * 2 ** failures,
}
