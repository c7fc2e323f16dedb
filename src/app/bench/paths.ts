/** Where the measuring pages stand. */
export const benchPaths = { table: '/example/bench/table', screens: '/example/bench/screens' } as const
