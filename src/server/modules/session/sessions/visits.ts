/** The counter (`sys_number`) of the visits whose log entries have been removed by age. */
export const visitScope = 'sys_log:visits'
