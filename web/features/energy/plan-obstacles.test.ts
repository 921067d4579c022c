import { expect, test } from 'vitest'
import { energyPlanTexts } from '#web/texts/energy-plans.texts.ts'

test('a site that has never sent is not called silent if its plan is missing', () => {
  expect(energyPlanTexts.obstacleOf('silent', 'unknown')).toContain('noch kein Messwert angekommen')
  expect(energyPlanTexts.obstacleOf('silent', 'silent')).toContain('meldet sich nicht')
  expect(energyPlanTexts.obstacleOf('no_tariff', 'unknown')).toBe(energyPlanTexts.obstacles.no_tariff)
})
