/** The addresses of the measuring pages. */
export const benchPaths = { table: '/example/bench/table', screens: '/example/bench/screens' } as const
