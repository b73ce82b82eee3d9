// One rank of Gloo's own all-reduce, without c10d, over the same TCP transport; rank 0 prints the seconds of each.
// Arguments: bytes, repetitions, a folder that both ranks see. Build: g++ -O2 gloo_alone.cc -lgloo -o gloo_alone
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <gloo/allreduce.h>
#include <gloo/barrier.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>

int main(int, char** arguments) {
  const size_t elements = std::stoul(arguments[1]) / sizeof(float);
  const int repetitions = std::stoi(arguments[2]);
  const int rank = std::stoi(std::getenv("RANK"));
  gloo::transport::tcp::attr address;
  address.hostname = std::getenv("MASTER_ADDR");
  std::shared_ptr<gloo::transport::Device> device = gloo::transport::tcp::CreateDevice(address);
  gloo::rendezvous::FileStore store(arguments[3]);
  auto context = std::make_shared<gloo::rendezvous::Context>(rank, std::stoi(std::getenv("WORLD_SIZE")));
  context->connectFullMesh(store, device);
  std::vector<float> values(elements);
  for (int i = 0; i < repetitions; i++) {
    gloo::BarrierOptions barrier(context);
    gloo::barrier(barrier);
    const auto start = std::chrono::steady_clock::now();
    gloo::AllreduceOptions options(context);
    options.setOutput(values.data(), elements);
    options.setReduceFunction(static_cast<void (*)(void*, const void*, const void*, size_t)>(&gloo::sum<float>));
    gloo::allreduce(options);
    if (rank == 0) {
      std::printf("seconds %.9f\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }
  gloo::BarrierOptions barrier(context);
  gloo::barrier(barrier);
}
