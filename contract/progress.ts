/** Progress of a ticket or an entry. */

export const progressSteps = ['upcoming', 'inProgress', 'finished'] as const
export type Progress = (typeof progressSteps)[number]
