import { testRandomHistory } from '../random-contract.ts';
import { testReading } from '../read-contract.ts';
import { testWriting } from '../store-contract.ts';
import { prepareInflux } from './influx-contract.ts';

const contract = prepareInflux();
testWriting(contract);
testReading(contract);
testRandomHistory(contract);
