import { energyForecasts } from '#contract/energy-forecasts.ts'
import { bind } from '#server/http/bind.ts'
import { readForecastErrors } from './forecast-day.queries.ts'

export const forecastRoutes = bind('energyForecasts', energyForecasts, {
  errors: (context, { params, query }) => readForecastErrors(context, params.id, query),
})
