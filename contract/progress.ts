/** How far a ticket or an entry is. */

export const progressSteps = ['upcoming', 'inProgress', 'finished'] as const
export type Progress = (typeof progressSteps)[number]
