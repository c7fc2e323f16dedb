/** The key of the numbers of tasks in the menu: invalidated after a decision. */
export const taskCountsKey = ['task-counts'] as const
