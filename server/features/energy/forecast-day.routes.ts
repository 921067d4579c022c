import { energyForecasts } from '#contract/energy-forecasts.ts'
import { bind } from '#server/http/bind.ts'
import { readForecastErrors } from './forecast-day.queries.ts'
import { noteLook } from './site-look.commands.ts'

export const forecastRoutes = bind('energyForecasts', energyForecasts, {
  errors: async (context, { params, query }) => {
    await noteLook(context, params.id)
    return readForecastErrors(context, params.id, query)
  },
})
