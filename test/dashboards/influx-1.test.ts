import { testQueries } from './influx-queries.ts';

testQueries(1);
